-- Where the buyer takes invoices in Peppol: the list that its number is of, and the number, as in 0192:991825827.
alter table document_recipients add column peppol_id text check (length(peppol_id) between 6 and 60);

-- By which access point an organisation hands its invoices to Peppol. No row: it hands none.
create table peppol_access_points (
  org_id bigint not null primary key references organisations,
  -- The organisation's own id there.
  peppol_id text not null check (length(peppol_id) between 6 and 60),
  access text not null check (access in ('simulated', 'http')),
  url text check (url ~ '^https?://' and length(url) <= 500),
  token_sealed bytea check (length(token_sealed) between 30 and 3000),
  -- Whom buyers ask about an invoice; Germans have to say it to each other.
  contact_name text check (length(contact_name) between 1 and 100),
  contact_phone text check (length(contact_phone) between 1 and 50),
  contact_email text check (length(contact_email) between 3 and 254),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint peppol_access_points_http check (
    (access = 'http') = (url is not null) and (access = 'http') = (token_sealed is not null)
  )
);

-- The way of a document to its buyer by Peppol; the document itself is never changed.
create table document_deliveries (
  org_id bigint not null references organisations,
  document_id bigint not null,
  receiver text not null check (length(receiver) between 6 and 60),
  delivery_status text not null default 'waiting' check (delivery_status in ('waiting', 'sent', 'delivered', 'failed')),
  -- A document that is to be handed over anew, rather than once more, has the next one in its key.
  round integer not null default 1 check (round >= 1),
  -- What the access point calls it.
  reference text check (length(reference) between 1 and 200),
  -- In vain, since it was last handed over.
  attempts integer not null default 0 check (attempts >= 0),
  -- When the access point is next told or asked; whoever does moves it first.
  due_at timestamptz,
  reason text check (reason in ('rule', 'refused', 'not_registered', 'unreachable', 'unanswered', 'turned_off')),
  problem text check (length(problem) between 1 and 500),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, document_id),
  constraint document_deliveries_document foreign key (org_id, document_id) references documents,
  constraint document_deliveries_under_way check ((delivery_status in ('waiting', 'sent')) = (due_at is not null)),
  constraint document_deliveries_has_reference check (delivery_status not in ('sent', 'delivered') or reference is not null),
  constraint document_deliveries_says_why check ((delivery_status = 'failed') = (reason is not null))
);
create index document_deliveries_due on document_deliveries (due_at) where due_at is not null;
create index document_deliveries_failed on document_deliveries (org_id, changed_at, document_id) where delivery_status = 'failed';
