import { Text } from '../../platform/http/schema.ts'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'

/** 128 random bits: with a publishable key the id is all that protects a basket. The database keeps them as a uuid. */
export const BasketId = Text(36, { pattern: '^bsk_[0-9a-f]{32}$', description: 'bsk_ and 128 random bits' })

export const newBasketUuid = (random: RandomBytes = systemRandom): string => dashed(random(16).toString('hex'))

/** bsk_0011… is 0011…-… in the database. */
export const uuidOfBasket = (basketId: string): string => dashed(basketId.slice('bsk_'.length))

export const basketIdOf = (uuid: string): string => `bsk_${uuid.replaceAll('-', '')}`

const dashed = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
