/** The last digit of a code that people type, by Luhn: a digit that is wrong, or two that changed places, give themselves away. */
export function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Whether it can be a code at all. It says nothing about whether it is the right one. */
export const isWellTyped = (code: string): boolean =>
  /^[0-9]{2,}$/.test(code) && checkDigit(code.slice(0, -1)) === code.slice(-1)
