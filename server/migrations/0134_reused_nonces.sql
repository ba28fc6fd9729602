-- A nonce names one scan. An uploaded scan whose nonce another scan of the device has is recorded as `reused:<digest>:<nonce>`; see
-- server/gates/scans/scan-identity.ts. Before it `offline:` may stand.
alter table scans drop constraint scans_nonce_check;
alter table scans add constraint scans_nonce_length check (length(nonce) between 1 and 96) not valid;
alter table scans validate constraint scans_nonce_length;

-- How many scans of a device came under the nonce of another one, and when the last of them did: an alarm for the supervisor.
alter table devices add column nonces_reused bigint not null default 0;
alter table devices add constraint devices_nonces_reused check (nonces_reused >= 0);
alter table devices add column nonce_reused_at timestamptz;
