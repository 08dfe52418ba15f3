import { switchField } from '../../../api/form-paths.ts'
import plain from '../../../form-view/plain-button.module.css'
import { nativeForm } from '../../../form-view/view/ids.ts'
import { pathIn } from '../../../languages/form.ts'
import { languagesFor, type ServedLanguage } from '../../languages.ts'

interface SwitchProps {
  /** The English path of a form's page. */
  readonly path: string
  readonly anchor: string
  /** The language of the page; undefined for English. */
  readonly language: ServedLanguage | undefined
}

/**
 * The way to a form in its other languages, on which no answer is lost: by a link with a script, because the draft on the device is the same, and without one by a
 * button of the form, whose post is answered with the form in that language.
 */
export function Switch({ path, anchor, language }: SwitchProps) {
  const alternates = languagesFor(path).filter(({ code }) => code !== language?.code)
  if (language === undefined && alternates.length === 0) return null
  const ways = [
    ...(language ? [{ code: 'en', name: 'English', page: path }] : []),
    ...alternates.map(({ code, name }) => ({ code, name, page: pathIn(code, path) })),
  ]
  return (
    <p>
      {ways.map(({ code, name, page }) => (
        <a key={code} className="touch" href={`${page}#${anchor}`} hrefLang={code} lang={code}>
          {name}
        </a>
      ))}
      <noscript>
        {ways.map(({ code, name }) => (
          <button
            key={code}
            type="submit"
            className={plain.plain}
            form={nativeForm}
            formNoValidate
            name={switchField}
            value={code}
            lang={code}
          >
            {name}
          </button>
        ))}
      </noscript>
    </p>
  )
}
