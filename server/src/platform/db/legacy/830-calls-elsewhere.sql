update live_events as e
set event = e.event || jsonb_build_object('row', (e.event -> 'row') ||
  '{"ringing": false, "incall": false, "incallSince": null, "onHold": false, "channel": null, "linkedid": null,
    "callerNumber": null, "callerName": null, "callQueue": null, "callOwner": null, "busyElsewhere": true}')
where e.kind = 'member' and e.event #>> '{row,callQueue}' is not null and e.event #>> '{row,callQueue}' <> e.queue
  and not exists (select 1 from queues q where q.server_id = e.server_id and q.name = e.event #>> '{row,callQueue}'
    and q.customer_id::text = e.event #>> '{row,owner,customerId}');
