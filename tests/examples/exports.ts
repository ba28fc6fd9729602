import { addCustomer } from '../builders/customers.ts'
import { addMember } from '../builders/members.ts'
import type { OperationExample } from './example.ts'

/** Rows go into the file as they are. */
export const exportExamples: Record<string, OperationExample> = {
  exportCustomersCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await addCustomer(house, tenant)
      return {}
    },
  },
  exportMembersCsv: {
    rows: 'any',
    make: async (house, tenant) => {
      await addMember(house, tenant)
      return {}
    },
  },
}
