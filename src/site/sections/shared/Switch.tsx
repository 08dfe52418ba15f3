import { pathIn } from '../../../languages/form.ts'
import { languagesFor, type ServedLanguage } from '../../languages.ts'

interface SwitchProps {
  /** The English path of a form's page. */
  readonly path: string
  readonly anchor: string
  /** The language of the page; undefined for English. */
  readonly language: ServedLanguage | undefined
}

/** The links to a form in its other languages. The draft on the device is the same, so no answer is lost. */
export function Switch({ path, anchor, language }: SwitchProps) {
  const alternates = languagesFor(path).filter(({ code }) => code !== language?.code)
  if (language === undefined && alternates.length === 0) return null
  return (
    <p>
      {language && (
        <a className="touch" href={`${path}#${anchor}`} hrefLang="en" lang="en">
          English
        </a>
      )}
      {alternates.map(({ code, name }) => (
        <a key={code} className="touch" href={`${pathIn(code, path)}#${anchor}`} hrefLang={code} lang={code}>
          {name}
        </a>
      ))}
    </p>
  )
}
