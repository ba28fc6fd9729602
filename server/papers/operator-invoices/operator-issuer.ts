import { type Static, Type } from 'typebox'
import type { Party } from '../../platform/e-invoice/invoice.ts'
import { Input, Nullable, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import { Country } from '../../resources/fields.ts'
import { AddressLines } from '../../tickets/recipients/recipient.ts'
import { plainVatId, VatId } from '../../tickets/vat-checks/vat-id.ts'

/** Who runs the service, as their invoices say it, and how they are taxed. */
export const OperatorIssuer = Input({
  name: Text(200),
  address_lines: AddressLines(1),
  postcode: Type.Optional(Nullable(Text(20))),
  city: Text(100),
  country: Country,
  vat_id: Type.Optional(Nullable(VatId)),
  tax_number: Type.Optional(Nullable(Text(50))),
  register_number: Type.Optional(Nullable(Text(100))),
  email: Type.Optional(Nullable(Text(254))),
  /** Within the fees; 0 needs a kind and a reason. */
  tax_percentage: Type.Number({ minimum: 0, maximum: 50, multipleOf: 0.001 }),
  untaxed: Type.Optional(OneOf(['reverse_charge', 'exempt', 'outside_scope'])),
  untaxed_reason: Type.Optional(Nullable(Text(500))),
  footer: Type.Optional(Nullable(Paragraphs(500))),
  /** Before each number. */
  letters: Text(12, { pattern: '^[A-Za-z0-9./-]+$' }),
})
export type OperatorIssuer = Static<typeof OperatorIssuer>

export const partyOfIssuer = (issuer: OperatorIssuer): Party => ({
  name: issuer.name,
  vatId: issuer.vat_id ? plainVatId(issuer.vat_id) : null,
  taxNumber: issuer.tax_number ?? null,
  registerNumber: issuer.register_number ?? null,
  email: issuer.email ?? null,
  address: {
    lines: issuer.address_lines,
    postcode: issuer.postcode ?? null,
    city: issuer.city,
    country: issuer.country,
  },
})
