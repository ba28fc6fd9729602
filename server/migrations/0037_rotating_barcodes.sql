-- Whether the gates of an event take only the code of the moment: a copy is worth nothing after a minute.
alter table events add column rotating_barcodes boolean not null default false;

-- What a gate says to such a copy.
alter table scans drop constraint scans_result_check;
alter table scans add constraint scans_result_check check (
  result in (
    'admitted', 'exit', 'already_used', 'unknown', 'cancelled', 'refunded', 'unpaid', 'blocked', 'wrong_event', 'wrong_gate',
    'not_yet_valid', 'expired', 'not_exited', 'overdue', 'stale_code', 'annulled'
  )
) not valid;
