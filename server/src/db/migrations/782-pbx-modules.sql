-- Whether a PBX has the modules that the console makes use of, as it told the login that configures it, {name: true, …}; null: it was
-- never asked.
alter table provisioning add column modules jsonb;
