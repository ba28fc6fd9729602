-- What the EU's service says of the VAT number for whom the document of an order is. It is asked after the sale, and never by it.
create table vat_checks (
  org_id bigint not null references organisations,
  order_id bigint not null,
  -- The number that is asked about: another one begins anew.
  vat_id text not null check (length(vat_id) between 4 and 20),
  check_status text not null default 'waiting' check (check_status in ('waiting', 'valid', 'invalid', 'unanswered')),
  -- Whose number it is, where its country tells.
  name text check (length(name) between 1 and 500),
  address text check (length(address) between 1 and 1000),
  -- The service's number of the consultation: the proof that it was asked, by whoever had this number.
  reference text check (length(reference) between 1 and 100),
  asked_as text check (length(asked_as) between 4 and 20),
  problem text check (problem in (
    'service_unreachable', 'service_busy', 'country_unavailable', 'access_blocked', 'own_number_refused', 'own_number_blocked',
    'number_not_taken', 'unexpected_answer', 'switched_off'
  )),
  -- Staff want to know now: also of an order that is not paid, and whatever another order's answer was.
  at_once boolean not null default false,
  -- Failures, one after the other, and since when it is tried.
  attempts integer not null default 0 check (attempts >= 0),
  asked_from timestamptz not null,
  -- When the service is asked next; whoever asks moves it.
  due_at timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, order_id),
  constraint vat_checks_recipient foreign key (org_id, order_id) references document_recipients,
  constraint vat_checks_answered check ((check_status in ('valid', 'invalid')) = (answered_at is not null)),
  constraint vat_checks_waiting check (check_status <> 'unanswered' or problem is not null)
);
create index vat_checks_due on vat_checks (due_at) where due_at is not null;
create index vat_checks_by_number on vat_checks (org_id, vat_id);
create index vat_checks_invalid on vat_checks (org_id, answered_at) where check_status = 'invalid';
