alter table provisioning
  add column driver text not null default 'files' check (driver in ('files', 'database'));

create table realtime_sections (
  server_id integer not null references endpoints (id) on delete cascade,
  sheet text not null check (sheet in ('endpoints', 'auths', 'aors', 'queues')),
  name text not null,
  lines jsonb not null,
  options jsonb not null,
  primary key (server_id, sheet, name)
);

create table realtime_members (
  uniqueid bigint generated always as identity primary key,
  server_id integer not null,
  sheet text not null default 'queues' check (sheet = 'queues'),
  queue_name text not null,
  interface text not null,
  membername text not null,
  penalty integer not null,
  paused integer not null default 0,
  reason_paused text not null default '',
  constraint realtime_members_key unique (server_id, queue_name, interface),
  constraint realtime_members_queue_fkey foreign key (server_id, sheet, queue_name)
    references realtime_sections (server_id, sheet, name) on delete cascade
);

create view pbx_endpoints with (security_barrier) as
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
  options ->> 'contact_permit' as contact_permit
from realtime_sections
where sheet = 'endpoints' and server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer;

create view pbx_auths with (security_barrier) as
select name as id, options ->> 'auth_type' as auth_type, options ->> 'username' as username,
  options ->> 'realm' as realm, options ->> 'md5_cred' as md5_cred
from realtime_sections
where sheet = 'auths' and server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer;

create view pbx_aors with (security_barrier) as
select name as id, options ->> 'max_contacts' as max_contacts, options ->> 'remove_existing' as remove_existing,
  options ->> 'remove_unavailable' as remove_unavailable, options ->> 'qualify_frequency' as qualify_frequency,
  options ->> 'qualify_timeout' as qualify_timeout, options ->> 'default_expiration' as default_expiration,
  options ->> 'minimum_expiration' as minimum_expiration, options ->> 'maximum_expiration' as maximum_expiration,
  options ->> 'mailboxes' as mailboxes, options ->> 'voicemail_extension' as voicemail_extension,
  options ->> 'support_path' as support_path
from realtime_sections
where sheet = 'aors' and server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer;

create view pbx_queues with (security_barrier) as
select name, options ->> 'strategy' as strategy, options ->> 'timeout' as timeout, options ->> 'retry' as retry,
  options ->> 'wrapuptime' as wrapuptime, options ->> 'maxlen' as maxlen, options ->> 'weight' as weight,
  options ->> 'servicelevel' as servicelevel, options ->> 'ringinuse' as ringinuse, options ->> 'autofill' as autofill,
  options ->> 'autopause' as autopause, options ->> 'autopausedelay' as autopausedelay,
  options ->> 'autopausebusy' as autopausebusy, options ->> 'autopauseunavail' as autopauseunavail,
  options ->> 'joinempty' as joinempty, options ->> 'leavewhenempty' as leavewhenempty,
  options ->> 'memberdelay' as memberdelay, options ->> 'reportholdtime' as reportholdtime,
  options ->> 'timeoutrestart' as timeoutrestart, options ->> 'timeoutpriority' as timeoutpriority,
  options ->> 'penaltymemberslimit' as penaltymemberslimit, options ->> 'defaultrule' as defaultrule,
  options ->> 'context' as context, options ->> 'musicclass' as musicclass, options ->> 'announce' as announce,
  options ->> 'queue-youarenext' as queue_youarenext, options ->> 'queue-thereare' as queue_thereare,
  options ->> 'queue-callswaiting' as queue_callswaiting, options ->> 'queue-holdtime' as queue_holdtime,
  options ->> 'queue-minute' as queue_minute, options ->> 'queue-minutes' as queue_minutes,
  options ->> 'queue-seconds' as queue_seconds, options ->> 'queue-thankyou' as queue_thankyou,
  options ->> 'queue-reporthold' as queue_reporthold, options ->> 'queue-callerannounce' as queue_callerannounce,
  options ->> 'announce-frequency' as announce_frequency,
  options ->> 'min-announce-frequency' as min_announce_frequency,
  options ->> 'announce-to-first-user' as announce_to_first_user, options ->> 'announce-position' as announce_position,
  options ->> 'announce-position-limit' as announce_position_limit,
  options ->> 'announce-position-only-up' as announce_position_only_up,
  options ->> 'announce-holdtime' as announce_holdtime, options ->> 'announce-round-seconds' as announce_round_seconds,
  options ->> 'periodic-announce' as periodic_announce,
  options ->> 'periodic-announce-frequency' as periodic_announce_frequency,
  options ->> 'periodic-announce-startdelay' as periodic_announce_startdelay,
  options ->> 'random-periodic-announce' as random_periodic_announce,
  options ->> 'relative-periodic-announce' as relative_periodic_announce,
  options ->> 'monitor-format' as monitor_format, options ->> 'setinterfacevar' as setinterfacevar,
  options ->> 'setqueuevar' as setqueuevar, options ->> 'setqueueentryvar' as setqueueentryvar,
  options ->> 'log-restricted-caller-id' as log_restricted_caller_id
from realtime_sections
where sheet = 'queues' and server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer;

create view pbx_queue_members with (security_barrier) as
select uniqueid, queue_name, interface, membername, penalty, paused, reason_paused
from realtime_members
where server_id = substring(session_user::text from '^ringside_pbx_([0-9]{1,9})$')::integer
with local check option;
