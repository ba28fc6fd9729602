import { eraseCustomer } from './erase-customer.manage.ts'
import { retrieveCustomerOpenItems } from './retrieve-customer-open-items.manage.ts'

export const erasure = [retrieveCustomerOpenItems, eraseCustomer]
