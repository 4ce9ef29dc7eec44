alter table provisioning add column modules jsonb;
