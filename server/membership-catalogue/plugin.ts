import type { Operation } from '../operation.ts'
import { listMembershipCategories } from './list-membership-categories.ts'
import { listMembershipPaymentOptions } from './list-membership-payment-options.ts'
import { listMembershipTypes } from './list-membership-types.ts'
import { membershipCategoryOperations } from './manage-membership-categories.ts'
import { membershipPaymentOptionOperations } from './manage-membership-payment-options.ts'
import { membershipTypeOperations } from './manage-membership-types.ts'

export const membershipCatalogueOperations: Operation[] = [
  listMembershipTypes,
  listMembershipCategories,
  listMembershipPaymentOptions,
  ...membershipCategoryOperations,
  ...membershipTypeOperations,
  ...membershipPaymentOptionOperations,
]
