-- One row or more of every table that a console with the first 101 migrations has. `#12` stands for a UUID that ends in 12.
insert into customers (id, code, name, billing_line1, max_users) values ('#1', 'vega', 'Vega', '12 Elm St', 50), ('#2', 'lyra', 'Lyra', '', null);
update customers set parent_id = '#1', status = 'suspended' where id = '#2';
insert into customer_logos values ('#1', 'k1', 'image/png', '\x89504e47');
insert into endpoints (id, name, ami_host, ami_username, ami_secret, max_calls) values (1, 'pbx1', '192.0.2.10', 'ringside', 'sealed', 40);
insert into roles (id, name, reach, holders, level, customer_id) values ('#10', 'Administrator', 'platform', 'platform', 900, null), ('#11', 'Night shift', 'own', 'customer', 100, '#1');
insert into role_abilities values ('#10', 'manage', 'all'), ('#11', 'read', 'queue');
insert into permissions (id, key, resource, actions) values ('#12', 'queue.read', 'queue', '["read"]');
insert into users (id, customer_id, username, email, role_id, status) values
  ('#20', null, 'ada', 'ada@example.test', '#10', 'active'), ('#21', '#1', 'noa', 'noa@example.test', '#11', 'active');
insert into callcenters (id, customer_id, name, code, timezone, pause_reasons, overflow_destination)
  values ('#30', '#1', 'Sales', 'sales', 'Asia/Jerusalem', '[{"code": "lunch"}]', '{"kind": "hangup", "id": null, "number": ""}');
insert into user_callcenters values ('#21', '#1', '#30');
insert into sessions (id, user_id, token_hash, ip, user_agent, expires_at) values ('#22', '#21', 'hash1', '192.0.2.1', 'Firefox', '2026-12-01');
insert into one_time_links (id, kind, user_id, token_hash, expires_at) values ('#23', 'password', '#21', 'hash2', '2026-12-01');
insert into login_failures values ('noa', 3, 0, '2026-11-20T10:00:00Z', null);
insert into two_factor (user_id, seed, started_at, enabled_at) values ('#21', 'sealed', '2026-11-01', '2026-11-01');
insert into recovery_codes values ('#21', 'hash3');
insert into avatars (user_id, key, content_type, bytes) values ('#21', 'k2', 'image/jpeg', '\xffd8');
insert into passkeys (id, user_id, credential_id, public_key, counter, rp_id, synced, name, device, created_at)
  values ('#24', '#21', 'cred', '\x01', 7, 'console.example.test', true, 'Phone', 'Android', '2026-11-01');
insert into passkey_challenges values ('c1', 'b1', '192.0.2.1', '2026-12-01');
insert into notifications (id, user_id, kind, params, open_key, at) values ('#25', '#20', 'pbx-away', '{"server": 1}', 'pbx:1', '2026-11-20');
insert into sign_in_places values ('#21', '192.0.2.0/24', 'Firefox on Linux', '2026-11-20');
insert into list_views values ('#21', 'queue', '["name"]', 'compact');
insert into api_keys (id, customer_id, owner_user_id, name, prefix, secret_hash, last4, created_by) values ('#26', '#1', '#21', 'CRM', 'rs_1', 'hash4', 'abcd', 'noa');
insert into acl_rules (id, customer_id, kind, name, priority, subject_type, effect, prefixes) values ('#27', '#1', 'dial', 'No premium', 10, 'everyone', 'deny', '["+1900"]');
insert into audit (id, customer_id, user_id, username, action, resource, resource_name, after, at) values
  ('#28', '#1', '#21', 'noa', 'create', 'queue', 'sales', '{"name": "sales"}', '2026-11-20T10:00:00Z'), ('#29', null, '#20', 'ada', 'update', 'customer', 'Lyra', '{"status": "suspended"}', '2026-11-20T11:00:00Z');
insert into hours (id, customer_id, name, timezone, intervals) values ('#31', '#1', 'Office', 'Asia/Jerusalem', '[{"days": [1], "from": "09:00", "to": "17:00"}]');
insert into prompts (id, customer_id, name, seconds, bytes, sound_key) values ('#32', '#1', 'Welcome', 2.5, 4, 'k3');
insert into prompt_sounds values ('#32', '#1', '\x52494646');
insert into subscribers (id, customer_id, server_id, extension, name, secret, codecs, user_id, voicemail_greeting)
  values ('#40', '#1', 1, '201', 'Noa', 'sealed', '["opus"]', '#21', 'uploaded/#32'), ('#41', '#1', 1, '202', 'Dan', 'sealed', '["alaw"]', null, '');
insert into queues (id, customer_id, callcenter_id, server_id, name, label, managed, timeout_destination, music_class)
  values ('#42', '#1', '#30', 1, 'vega-sales', 'Sales', true, '{"kind": "extension", "id": "#40", "number": ""}', 'uploaded/#32');
insert into queue_members (id, customer_id, queue_id, subscriber_id, penalty) values ('#43', '#1', '#42', '#40', 2);
insert into queue_places values (2, 'vega-old', '#1', '#42', '2026-10-01');
insert into ring_groups (id, customer_id, server_id, name, strategy, ring_seconds, fallback) values ('#44', '#1', 1, 'Desk', 'ringall', 20, '{"kind": "queue", "id": "#42", "number": ""}');
insert into ring_group_members (group_id, subscriber_id, position) values ('#44', '#41', 1), ('#44', '#40', 2);
insert into ivrs (id, customer_id, server_id, name, prompt, timeout_seconds, attempts, fallback) values ('#45', '#1', 1, 'Menu', 'uploaded/#32', 5, 3, '{"kind": "hangup", "id": null, "number": ""}');
insert into ivr_keys values ('#45', '#1', '1', 'Menu', '{"kind": "ringgroup", "id": "#44", "number": ""}');
insert into dids (id, customer_id, server_id, number, destination, hours_id, closed_destination)
  values ('#46', '#1', 1, '+97231234567', '{"kind": "ivr", "id": "#45", "number": ""}', '#31', '{"kind": "voicemail", "id": "#40", "number": ""}');
insert into trunks (id, server_id, code, name, mode, transport, host, port, codecs, format, caller_id)
  values ('#47', 1, 'acme', 'Acme', 'registration', 'tls', 'sip.example.test', 5061, '["alaw"]', 'e164', 'line');
insert into outbound_routes (id, server_id, customer_id, name, priority, prefixes) values ('#48', 1, '#1', 'All', 10, '["+"]');
insert into outbound_route_trunks values ('#48', '#47', 1);
insert into recording_sources (server_id, kind, address) values (1, 'http', 'https://pbx1.example.test/');
insert into hand_recordings (id, server_id, linkedid, file, begun_by) values ('#50', 1, 'l1', 'a.wav', 'noa');
insert into provisioning (server_id, enabled, username, secret) values (1, true, 'config', 'sealed');
insert into provisioning_objects (server_id, kind, name, state, params) values (1, 'pjsip', 'vega-201', 'applied', '{}');
insert into provisioning_runs (id, server_id, kind, outcome, files) values ('#51', 1, 'apply', 'applied', 'sealed');
insert into realtime_sections values (1, 'queues', 'vega-sales', '[["strategy", "rrmemory"]]', '{"strategy": "rrmemory"}');
insert into realtime_members (server_id, queue_name, interface, membername, penalty) values (1, 'vega-sales', 'PJSIP/vega-201', 'Noa', 2);
insert into live_events (server_id, id, at, kind, queue, event) values
  (1, 1, '2026-11-20T10:00:30Z', 'outcome', 'vega-sales', '{"kind": "outcome", "uniqueid": "c1", "linkedid": "l1", "joinedAt": 1795168800000, "at": 1795168830000, "waitSeconds": 30, "outcome": "answered", "callerNumber": "+972501234567", "owner": {"customerId": "#1", "callcenterId": "#30"}}'),
  (1, 2, '2026-11-20T10:02:30Z', 'member', 'vega-sales', '{"kind": "member", "cause": "AgentComplete", "completes": true, "uniqueid": "c1", "talkSeconds": 120, "at": 1795168950000, "row": {"interface": "PJSIP/vega-201", "name": "Noa", "queue": "vega-sales", "owner": {"customerId": "#1"}}}');
insert into agent_merges (id, customer_id, server_id, interface, name, into_interface, into_name, created_by) values ('#52', '#1', 1, 'PJSIP/old', 'Noa', 'PJSIP/vega-201', 'Noa', 'ada');
insert into queue_packed_days (customer_id, day, sources, facts) values ('#1', '2026-11-19', 's', 'f');
insert into agent_packed_days (customer_id, day, sources, facts) values ('#1', '2026-11-19', 's', 'f');
insert into queue_days values (1, 'vega-sales', '2026-11-19', '#1', '{"answered": 3}', '2026-11-20');
insert into day_checks values ('#1', '2026-11-19', '2026-11-20', 12, '[]');
insert into report_schedules (id, customer_id, owner_id, owner_name, name, report, format, every, on_day, clock, time_zone, language, recipients, next_at)
  values ('#53', '#1', '#21', 'noa', 'Weekly', 'queues', 'pdf', 'week', 1, '08:00', 'UTC', 'he', '["noa@example.test"]', '2026-11-30');
insert into report_letters (id, schedule_id, due_at, address, state, next_try_at) values ('#54', '#53', '2026-11-16', 'noa@example.test', 'sent', '2026-11-16');
insert into report_views (id, customer_id, owner_id, report, name, search) values ('#55', '#1', '#21', 'agents', 'Mine', '{}');
insert into report_view_defaults values ('#21', 'agents', '#55');
insert into cdr_legs values (1, 'l1', 'c1', 1, 'vega', '', '', '+972501234567', '+97231234567', 'from-trunk', '', 'PJSIP/acme-1', '', 'Queue', '', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', '2026-11-20T10:02:30Z', 150, 150, 'ANSWERED', '', '', '2026-11-20T10:02:31Z');
insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source, source_name, destination, extension, device, queue, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds, billable_seconds, recording_file, legs)
  values ('#60', 1, 'l1', 'c1', '#1', '#30', 'inbound', 'answered', '+972501234567', '', '+97231234567', '201', 'PJSIP/vega-201', 'vega-sales', '2026-11-20T10:00:00Z', '2026-11-20T10:00:30Z', '2026-11-20T10:02:30Z', 150, 30, 120, 120, 'a.wav', 1);
insert into call_spans values ('#1', 1, 'l0', '2025-01-01T10:00:00Z', '2025-01-01T10:01:00Z');
insert into asterisk_cdr (written_by, arrived_at, src, fault) values ('ringside_cdr_1', '2026-11-20', '201', 'no end');
insert into cdr_writers values ('ringside_cdr_1', 1, '2026-11-01', '2026-11-20');
insert into followed_logs values (1, '/var/log/asterisk/queue_log', '77', 4096, '2026-11-01', '2026-11-20', 'ab');
insert into history_imports values ('#61', 1, 'cdr', 'Master.csv', 'UTC', false, 'done', '{"rows": 5}', '2026-11-01', '2026-11-01');
insert into history_news values (1, '2026-11-20', '2026-11-20');
insert into pbx_gaps (id, server_id, from_at, to_at, cause) values ('#62', 1, '2026-11-18', '2026-11-19', 'link');
insert into pbx_seen values (1, '2026-11-20');
insert into recording_days values ('#1', '2026-11-19', 123456);
insert into plans (id, name, status, currency) values ('#70', 'Standard', 'active', 'USD'), ('#71', 'Acme cost', 'active', 'USD');
update plans set purpose = 'carrier' where id = '#71';
insert into plan_versions (plan_id, number, valid_from, terms, created_by) values ('#70', 1, '2026-01-01', '{"billingInterval": "month", "allowances": []}', 'ada'), ('#71', 1, '2026-01-01', '{}', 'ada');
insert into customer_plans (id, customer_id, plan_id, valid_from, created_by) values ('#72', '#1', '#70', '2026-01-01', 'ada');
insert into plan_carriers (id, plan_id, server_id, device, created_by) values ('#73', '#71', 1, 'PJSIP/trunk.acme', 'ada');
insert into rates (id, plan_id, direction, prefix, rate_per_minute, effective_from) values ('#74', '#70', 'outbound', '972', 0.012345, '2026-01-01'), ('#75', '#71', 'outbound', '972', 0.01, '2026-01-01');
insert into allowance_uses values ('#1', '#70', 'national', '2026-11-01', 120, 1);
insert into tax_profiles (id, name, rates) values ('#76', 'Israel', '[{"label": "VAT", "percent": "18"}]');
insert into invoice_issuers (id, name, last_invoice) values ('#77', 'Ringside Ltd', 1);
insert into billing_accounts (customer_id, issuer_id, tax_profile_id, credit_limit) values ('#1', '#77', '#76', 100.5);
insert into invoices (id, customer_id, issuer_id, kind, currency, language, period_start, period_end, first_day, end_day, fees_until, time_zone, made_by, total)
  values ('#78', '#1', '#77', 'invoice', 'USD', 'en', '2026-10-01', '2026-11-01', '2026-10-01', '2026-11-01', '2026-11-01', 'UTC', 'ada', 12.345678);
insert into invoice_lines (id, invoice_id, position, kind, net) values ('#79', '#78', 1, 'calls', 12.345678);
insert into invoice_annex values ('#78', 1, 1, '[["2026-10-02"]]');
update invoices set status = 'final', sequence = 1, number = 'INV-00001' where id = '#78';
insert into invoice_runs (customer_id, period_start, invoices) values ('#1', '2026-10-01', 1);
insert into ledger_entries (id, customer_id, currency, at, kind, amount, invoice_id, made_by) values ('#80', '#1', 'USD', '2026-11-01', 'invoice', -12.345678, '#78', 'ada');
insert into call_ratings (call_id, customer_id, at, direction, status, plan_id, version_number, currency, amount, steps) values ('#60', '#1', '2026-11-20T10:00:30Z', 'inbound', 'rated', '#70', 1, 'USD', 0.024690, '[]');
insert into call_costs (call_id, plan_id, version_number, device, status, currency, amount, steps) values ('#60', '#71', 1, 'PJSIP/trunk.acme', 'rated', 'USD', 0.02, '[]');
insert into wallboards (id, customer_id, name, scheme, rotate_seconds, sound, pages) values ('#81', '#1', 'Floor', 'dark', 30, false, '[]');
insert into wallboard_links (id, wallboard_id, name, token_hash, expires_at, created_by) values ('#82', '#81', 'TV', 'hash5', '2027-01-01', 'noa');
insert into deleted_rows (id, resource, table_name, row_uuid, customer_id, name, body, deleted_by) values ('#83', 'queue', 'queues', '#84', '#1', 'vega-gone', '{"id": "#84", "server_id": 1, "label": "Gone"}', 'ada');
insert into deleted_parts (deleted_id, table_name, body) values ('#83', 'queue_members', '{}');
insert into idempotency_keys (caller, key, owner, claimed_at, request) values ('user 1', 'k', 'p1', '2026-11-20', 'sealed');
