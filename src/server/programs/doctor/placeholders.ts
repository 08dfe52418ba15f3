import { type Config, settings } from '../../config.ts'
import { type Finding, warning } from './finding.ts'

/** What a default that stands for something of yours does, where visitors come. */
const effects = {
  ADMIN_EMAIL: 'passcodes go to nobody, and nobody can sign in',
  MAIL_FROM: 'mail comes from an address that is not yours, and is refused or taken for spam',
  PITCH_BOOKING_URL: 'letters that invite to a conversation lead to no page',
} as const

/** An address or number that belongs to nobody: a name reserved for examples, or a telephone number of zeros. */
const isPlaceholder = (text: string): boolean => /\bexample(\.com)?\b/.test(text) || /0{5}/.test(text.replaceAll(/\D/g, ''))

/**
 * A line for each placeholder that is still there although visitors come, which PUBLIC_URL tells by being https.
 * @param site what the site says of itself, by the key in content/site.yaml
 */
export function checkPlaceholders(config: Config, site: Readonly<Record<string, string>>): readonly Finding[] {
  if (!config.PUBLIC_URL.startsWith('https:')) return []
  const names = Object.keys(effects) as (keyof typeof effects)[]
  return [
    ...names
      .filter((name) => config[name] === settings[name].or)
      .map((name) => warning('Settings', `${name} is still the placeholder ${config[name]}: ${effects[name]}. Set it.`)),
    ...Object.entries(site)
      .filter(([, text]) => isPlaceholder(text))
      .map(([key, text]) =>
        warning('Content', `content/site.yaml still says the placeholder ${text} (${key}). Put yours there.`),
      ),
  ]
}
