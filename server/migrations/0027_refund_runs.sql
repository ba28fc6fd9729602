-- What a cancelled event gives back: all of its orders, one after the other, however often the worker is restarted.

create table refund_runs (
  org_id bigint not null,
  event_id bigint not null,
  refund_run_status text not null default 'running' check (refund_run_status in ('running', 'finished')),
  reason text check (length(reason) between 1 and 500),
  -- When a worker may take it next: whoever works on it moves this ahead, so that nobody else does meanwhile.
  due_at timestamptz not null,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, event_id),
  foreign key (org_id, event_id) references events,
  check ((refund_run_status = 'finished') = (finished_at is not null))
);
create index refund_runs_to_go_on on refund_runs (due_at) where refund_run_status = 'running';

-- What the run did with an order. The key is why it does so once.
create table refund_run_orders (
  org_id bigint not null,
  event_id bigint not null,
  order_id bigint not null,
  -- refund: the refund says the rest. nothing_paid and nothing_left: only the tickets were taken back. not_refundable: nothing was.
  outcome text not null check (outcome in ('refund', 'nothing_paid', 'nothing_left', 'not_refundable')),
  -- The newest: staff may have retried it.
  refund_id bigint,
  created_at timestamptz not null default now(),
  primary key (org_id, event_id, order_id),
  foreign key (org_id, event_id) references refund_runs,
  foreign key (org_id, order_id) references orders,
  foreign key (org_id, refund_id) references refunds,
  check ((outcome = 'refund') = (refund_id is not null))
);
create index refund_run_orders_by_order on refund_run_orders (org_id, order_id);
create index refund_run_orders_by_refund on refund_run_orders (org_id, refund_id) where refund_id is not null;
