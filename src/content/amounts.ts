import type { Site } from './schema/site.ts'

type Currency = Pick<Site, 'currency' | 'language'>

/** An amount of our currency, to two digits: `€45M`, `₹45 lakh`, `₹4.5 crore`. */
export const amountText = (amount: number, { currency, language }: Currency): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 2 })
    .format(Number(amount.toPrecision(2)))
    .replace(/L$/, ' lakh')
    .replace(/Cr$/, ' crore')

/** The name of our currency, in the plural: `rupees`, `euros`. */
export const currencyName = ({ currency, language }: Currency): string =>
  (
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? currency
  )
    .split(' ')
    .at(-1) ?? currency

/**
 * An amount or a range in dollars in our currency: `$50K` gives `about ₹45 lakh`, `$2M-$15M` gives `about ₹18 crore to ₹140 crore`.
 * @returns undefined for a text without dollars
 */
export function inCurrency(dollars: string, perDollar: number, site: Currency): string | undefined {
  const amounts = [...dollars.matchAll(/\$([\d.]+)([KM])/g)].map(
    ([, digits, unit]) => Number(digits) * (unit === 'M' ? 1e6 : 1e3),
  )
  if (amounts.length === 0) return undefined
  return `about ${amounts.map((amount) => amountText(amount * perDollar, site)).join(' to ')}${dollars.endsWith('+') ? ' and more' : ''}`
}
