import { manageDiscounts } from './discounts.manage.ts'

export const discountOperations = manageDiscounts
