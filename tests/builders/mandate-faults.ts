import type { OrgId } from '../../server/access/principal.ts'
import type { Fault } from './debt-faults.ts'

export const mandateFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a mandate that has outlived what was given up': {
    of: 'mandates',
    plant: (tx) => tx`
      with means as (
        insert into payment_means (org_id, user_id, provider, customer_reference, method_reference, means_kind, means_status)
        select org_id, user_id, 'test', 'cus_test_gone', 'pm_test_debit_ok', 'debit', 'given_up'
        from customers where org_id = ${orgId} order by user_id limit 1
        returning user_id, payment_means_id
      )
      insert into mandates (
        org_id, user_id, payment_means_id, provider, scheme, mandate_reference, text_version, mandate_text, notice_days, given_at
      )
      select ${orgId}, user_id, payment_means_id, 'test', 'sepa_debit', 'TESTGONE', 1, 'Words.', 14, now()
      from means`,
    said: ['mandate active'],
  },
})
