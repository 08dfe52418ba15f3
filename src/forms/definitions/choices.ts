import { named, options } from '../fields/select.ts'
import type { Option } from '../form.ts'

/** The choices of the forms that come from content. */
export interface Choices {
  /** The cohorts that are not closed. */
  readonly cohorts: readonly Option[]
}

export const industries = named(
  'AI & Machine Learning',
  'FinTech',
  'HealthTech',
  'EdTech',
  'Enterprise SaaS',
  'E-commerce & Retail',
  'LegalTech',
  'AgriTech',
  'Climate & Energy',
  'Manufacturing & Hardware',
  'Mobility & Automotive',
  'Media & Advertising',
  'Other',
)

export const businessModels = options({
  b2b: 'B2B: we sell to companies',
  b2c: 'B2C: we sell to people',
  b2b2c: 'B2B2C: we reach people through companies',
  marketplace: 'Marketplace',
  saas: 'SaaS subscription',
  d2c: 'D2C brand',
  other: 'Other',
})

export const teamSizes = named('1', '2–3', '4–10', '11–25', '26–50', 'More than 50')

export const monthlyRevenues = named('None yet', 'Below ₹1 lakh', '₹1–5 lakh', '₹5–10 lakh', '₹10–50 lakh', 'Above ₹50 lakh')

export const fundsRaised = named('None', 'Below $50K', '$50K–$250K', '$250K–$1M', 'Above $1M')
