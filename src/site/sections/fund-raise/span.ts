/** The scale's ends, in dollars. */
const least = 40e3
const most = 60e6

const place = (dollars: number): number => Math.min(1, Math.max(0, Math.log(dollars / least) / Math.log(most / least)))

/**
 * Where `$500K-$2M` begins and ends on a logarithmic scale of money, from 0 to 1. `$15M+` ends with the scale; what is no amount
 * fills the scale.
 */
export function spanOf(amount: string): { from: number; to: number } {
  const [from, to] = Array.from(amount.matchAll(/\$([\d.]+)([KM]?)/g), ([, digits, unit]) =>
    place(Number(digits) * (unit === 'M' ? 1e6 : unit === 'K' ? 1e3 : 1)),
  )
  return { from: from ?? 0, to: to ?? 1 }
}
