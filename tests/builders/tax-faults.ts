import type { OrgId } from '../../server/access/principal.ts'
import type { Tx } from '../../server/platform/postgres/database.ts'
import type { Fault } from './debt-faults.ts'

/** A line of tickets with a rate of 7 %, its order and its tickets alike, but for what the fault is. */
const taxedLine = (orgId: OrgId, tx: Tx, { line = 0, order = 0, ticket = 0 }) => tx`
  with line as (
    update order_lines
    set tax_rate_id = 1, tax_thousandths = 7000, tax_minor = round((quantity * price_minor - discount_minor) * 7000::numeric / 107000) + ${line}
    where org_id = ${orgId} and order_line_id = (
      select min(order_line_id) from order_lines where org_id = ${orgId} and kind = 'ticket' and places = 1 and price_minor > 100
    )
    returning order_id, order_line_id, tax_minor, quantity * price_minor - discount_minor as amount_minor
  ),
  of_order as (
    update orders o
    set taxes = jsonb_build_array(jsonb_build_object(
      'tax_rate_id', 1, 'title', 'VAT', 'kind', 'reduced', 'thousandths', 7000, 'amount_minor', line.amount_minor, 'tax_minor', line.tax_minor + ${order}
    ))
    from line
    where o.org_id = ${orgId} and o.order_id = line.order_id
  )
  update tickets t
  set tax_minor = line.tax_minor + ${ticket}
  from line
  where t.org_id = ${orgId} and t.order_line_id = line.order_line_id`

export const taxFaults = (orgId: OrgId): Record<string, Fault> => ({
  'a line whose tax is not that of its rate': {
    of: 'tax of lines',
    plant: (tx) => taxedLine(orgId, tx, { line: 1 }),
    said: ['order_line tax'],
  },
  'an order whose tax is not that of its lines': {
    of: 'tax of orders',
    plant: (tx) => taxedLine(orgId, tx, { order: 1 }),
    said: ['order tax'],
  },
  'a line whose tickets have more tax than it': {
    of: 'order lines',
    plant: (tx) => taxedLine(orgId, tx, { ticket: 1 }),
    said: ['order_line tax_minor'],
  },
  'a line whose tax came on top, which neither its rate, its order nor its tickets say': {
    of: 'orders',
    plant: async (tx) => {
      await taxedLine(orgId, tx, {})
      await tx`update order_lines set added_tax_minor = tax_minor where org_id = ${orgId} and tax_minor is not null`
    },
    said: ['order added_tax_minor', 'order taxed', 'order_line added_tax', 'order_line added_tax_minor'],
  },
  'an order that returned tax which no refund has': {
    of: 'tax that went back',
    plant: (tx) => tx`
      update orders
      set returned_taxes = '{"amount_minor": 100, "shares": [{"tax_rate_id": 1, "thousandths": 7000, "amount_minor": 100, "tax_minor": 7}]}'
      where org_id = ${orgId} and order_id = (select min(order_id) from orders where org_id = ${orgId})`,
    said: ['order returned', 'order returned_tax'],
  },
  'tax that is right': { of: 'tax of lines', plant: (tx) => taxedLine(orgId, tx, {}), said: [] },
})
