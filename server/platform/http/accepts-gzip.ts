/** By its Accept-Encoding, in which a weight of zero is a refusal. */
export const acceptsGzip = (header: string | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(header ?? '')
