import { listMembershipRenewals } from './list-membership-renewals.manage.ts'
import { serveRenewalPage } from './serve-renewal-page.ts'

export const renewalOperations = [listMembershipRenewals, serveRenewalPage]
