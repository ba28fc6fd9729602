import type { Operation } from '../../platform/operation.ts'
import { addShopDomain } from './add-shop-domain.manage.ts'
import { listShopDomains } from './list-shop-domains.manage.ts'
import { proveShopDomain } from './prove-shop-domain.manage.ts'
import { removeShopDomain } from './remove-shop-domain.manage.ts'

export const shopOperations: Operation[] = [listShopDomains, addShopDomain, proveShopDomain, removeShopDomain]
