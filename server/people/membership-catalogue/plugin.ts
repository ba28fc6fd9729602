import { listMembershipCategories } from './list-membership-categories.ts'
import { listMembershipPaymentOptions } from './list-membership-payment-options.ts'
import { listMembershipTypes } from './list-membership-types.ts'
import { membershipCategoryOperations } from './membership-categories.manage.ts'
import { membershipPaymentOptionOperations } from './membership-payment-options.manage.ts'
import { membershipTypeOperations } from './membership-types.manage.ts'

export const membershipCatalogueOperations = [
  listMembershipTypes,
  listMembershipCategories,
  listMembershipPaymentOptions,
  ...membershipCategoryOperations,
  ...membershipTypeOperations,
  ...membershipPaymentOptionOperations,
]
