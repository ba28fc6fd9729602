/** What the API takes; whatever else it may come to know is nothing to check here. */
export const concessionOf = (chosen: string | null): 'child' | 'concession' | null =>
  chosen === 'child' || chosen === 'concession' ? chosen : null
