const lakh = 1e5
const crore = 1e7

/** An amount in Indian words, to two digits: `₹45 lakh`, `₹4.5 crore`. */
const inWords = (rupees: number): string => {
  const rounded = Number(rupees.toPrecision(2))
  return rounded >= crore ? `₹${rounded / crore} crore` : `₹${rounded / lakh} lakh`
}

/**
 * The rupees for an amount or a range in dollars: `$50K` gives `about ₹45 lakh`, `$2M-$15M` gives `about ₹18 crore to ₹140 crore`.
 * @returns undefined for a text without dollars
 */
export function rupeesOf(dollars: string, perDollar: number): string | undefined {
  const amounts = [...dollars.matchAll(/\$([\d.]+)([KM])/g)].map(
    ([, digits, unit]) => Number(digits) * (unit === 'M' ? 1e6 : 1e3),
  )
  if (amounts.length === 0) return undefined
  return `about ${amounts.map((amount) => inWords(amount * perDollar)).join(' to ')}${dollars.endsWith('+') ? ' and more' : ''}`
}
