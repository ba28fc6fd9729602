-- What a provider says of a mandate names it as the provider does.
create index mandates_by_provider_reference on mandates (org_id, provider_reference) where provider_reference is not null;
