import { changeCustomer } from './change-customer.manage.ts'
import { createCustomer } from './create-customer.manage.ts'
import { exportCustomer } from './export-customer.manage.ts'
import { listCustomers } from './list-customers.ts'
import { mergeCustomers } from './merge-customers.manage.ts'
import { retrieveCustomer } from './retrieve-customer.ts'

export const customers = [
  listCustomers,
  retrieveCustomer,
  createCustomer,
  changeCustomer,
  exportCustomer,
  mergeCustomers,
]
