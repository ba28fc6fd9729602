import { ShopDomainRow } from '../../server/people/shops/shop-domain.ts'
import { addShopDomain } from '../builders/shops.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

const NOTHING = 999_999_999

/** The only one: a shop has few hosts, and examples are made many times. */
async function onlyDomain(house: House, tenant: Tenant) {
  await house.sql`
    delete from shop_domains
    where org_id = ${tenant.orgId}`
  const domain = await addShopDomain(house, tenant)
  const ids = { 'params.shop_domain_id': NOTHING }
  return { domain, request: { params: { shop_domain_id: domain.shop_domain_id }, ids } }
}

export const shopExamples: Record<string, OperationExample> = {
  listShopDomains: {
    rows: [ShopDomainRow],
    make: async (house, tenant) => {
      await onlyDomain(house, tenant)
      return {}
    },
  },
  addShopDomain: {
    rows: [ShopDomainRow],
    make: async (house, tenant) => {
      await onlyDomain(house, tenant)
      return { body: { host: 'tickets.example.org' }, otherBody: { host: 'shop.example.org' } }
    },
  },
  proveShopDomain: {
    rows: [ShopDomainRow],
    make: async (house, tenant) => {
      const { domain, request } = await onlyDomain(house, tenant)
      house.txtRecords.set(domain.dns_record.name, [domain.dns_record.value])
      return request
    },
  },
  removeShopDomain: { make: async (house, tenant) => (await onlyDomain(house, tenant)).request },
}
