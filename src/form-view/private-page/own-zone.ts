import { translate } from '../../shared/translate.ts'
import { spokenLocale } from '../../shared/zones.ts'
import script from './own-zone.js?raw'

/** The script of the applicant's page that shows times in the visitor's zone, in the language of the page. */
export const ownZone = (): string =>
  script
    .replaceAll("'en-GB'", JSON.stringify(spokenLocale()))
    .replace("'at your place ({there})'", JSON.stringify(translate`at your place (${'{there}'})`))
    .replace(
      "'Your time ({place}) in bold, {ours} below.'",
      JSON.stringify(translate`Your time (${'{place}'}) in bold, ${'{ours}'} below.`),
    )
