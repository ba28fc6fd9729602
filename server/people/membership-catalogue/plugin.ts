import { listMembershipCategories } from './list-membership-categories.ts'
import { listMembershipPaymentOptions } from './list-membership-payment-options.ts'
import { listMembershipTypes } from './list-membership-types.ts'
import { manageMembershipCategories } from './membership-categories.manage.ts'
import { manageMembershipPaymentOptions } from './membership-payment-options.manage.ts'
import { manageMembershipTypes } from './membership-types.manage.ts'

export const membershipCatalogueOperations = [
  listMembershipTypes,
  listMembershipCategories,
  listMembershipPaymentOptions,
  ...manageMembershipCategories,
  ...manageMembershipTypes,
  ...manageMembershipPaymentOptions,
]
