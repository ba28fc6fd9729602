import type { Operation } from '../operation.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer } from './export-customer.ts'
import { listCustomers } from './list-customers.ts'
import { changeCustomer, createCustomer } from './manage-customers.ts'
import { retrieveCustomer } from './retrieve-customer.ts'

export const customers: Operation[] = [
  listCustomers,
  retrieveCustomer,
  createCustomer,
  changeCustomer,
  exportCustomer,
  eraseCustomer,
]
