import { currencyExponent } from '../values/money.ts'

/** 1250 minor units of EUR are 12.50; written from the digits, so that no amount passes through a fraction. */
export function decimal(minor: number, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return exponent === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** 19000 is 19.00, 8125 is 8.125. */
export function percent(milli: number): string {
  const whole = Math.trunc(milli / 1000)
  const rest = String(milli % 1000).padStart(3, '0')
  return `${whole}.${rest.endsWith('0') ? rest.slice(0, 2) : rest}`
}
