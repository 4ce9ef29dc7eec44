alter table subscribers
  add column media_encryption text not null default 'auto' check (media_encryption in ('auto', 'off', 'sdes', 'dtls'));

create or replace view pbx_endpoints with (security_barrier) as
select name as id, options ->> 'transport' as transport, options ->> 'context' as context, options ->> 'aors' as aors,
  options ->> 'auth' as auth, options ->> 'disallow' as disallow, options ->> 'allow' as allow,
  options ->> 'callerid' as callerid, options ->> 'accountcode' as accountcode,
  options ->> 'named_call_group' as named_call_group, options ->> 'named_pickup_group' as named_pickup_group,
  options ->> 'device_state_busy_at' as device_state_busy_at, options ->> 'mailboxes' as mailboxes,
  options ->> 'voicemail_extension' as voicemail_extension, options ->> 'language' as language,
  options ->> 'set_var' as set_var, options ->> 'moh_suggest' as moh_suggest,
  options ->> 'message_context' as message_context, options ->> 'dtmf_mode' as dtmf_mode,
  options ->> 'media_encryption' as media_encryption, options ->> 'from_user' as from_user,
  options ->> 'from_domain' as from_domain, options ->> 'timers' as timers, options ->> 't38_udptl' as t38_udptl,
  options ->> 'max_audio_streams' as max_audio_streams, options ->> 'max_video_streams' as max_video_streams,
  options ->> 'webrtc' as webrtc, options ->> 'direct_media' as direct_media,
  options ->> 'rtp_symmetric' as rtp_symmetric, options ->> 'force_rport' as force_rport,
  options ->> 'rewrite_contact' as rewrite_contact, options ->> 'trust_id_inbound' as trust_id_inbound,
  options ->> 'trust_id_outbound' as trust_id_outbound, options ->> 'send_pai' as send_pai,
  options ->> 'send_rpid' as send_rpid, options ->> 'send_connected_line' as send_connected_line,
  options ->> 'deny' as deny, options ->> 'permit' as permit, options ->> 'contact_deny' as contact_deny,
  options ->> 'contact_permit' as contact_permit, options ->> 'dtls_auto_generate_cert' as dtls_auto_generate_cert
from realtime_sections
where sheet = 'endpoints' and server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer;

insert into provisioning_marks (server_id, resource, resource_id)
select distinct server_id, 'subscriber', '' from subscribers where transport = 'tls';
