import { addCustomer } from './customers.ts'
import type { OperationExample } from './example.ts'
import { addMember } from './members.ts'

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
