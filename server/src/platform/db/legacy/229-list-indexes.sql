create index users_order_idx on users (lower(username), id);
create index users_role_idx on users (role_id);
create index queues_order_idx on queues (lower(name), id);
create index callcenters_order_idx on callcenters (lower(name), id);
create index customers_order_idx on customers (lower(name), id);
create index audit_resource_idx on audit (resource, resource_id, seq desc);
