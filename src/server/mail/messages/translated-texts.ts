import { aboutForm, type Language } from '../../../content/languages.ts'
import { lacking, textsOfLetter } from '../../../languages/lacking.ts'
import { formTypes } from '../../../shared/form-types.ts'
import { speechOf } from '../../../shared/language.ts'
import type { Template, TemplateBlock, WordingTexts } from './read-wording.ts'

/** The texts of the letters in a language. A form about which the language speaks in its own words has letters of its own. */
export function translatedTexts(texts: WordingTexts, language: Language): WordingTexts {
  const common = inLanguage(texts, language)
  const own = formTypes.flatMap((type) => {
    const about = aboutForm(language, type)
    if (about === language) return []
    const { templates } = inLanguage(texts, about)
    return Object.entries(templates)
      .filter(([name]) => !name.includes('.'))
      .map(([name, template]) => [`${name}.${type}`, templates[`${name}.${type}`] ?? template] as const)
  })
  return { ...common, templates: { ...common.templates, ...Object.fromEntries(own) } }
}

/** A letter of which something is missing stays English as a whole. */
function inLanguage({ templates, reasons, ending }: WordingTexts, language: Language): WordingTexts {
  const { translate } = speechOf(language)
  const text = (english: string): string => translate([english], [])
  const translatedBlock = (block: TemplateBlock): TemplateBlock => {
    if (typeof block === 'string') return text(block)
    if ('facts' in block)
      return { facts: Object.fromEntries(Object.entries(block.facts).map(([label, fact]) => [text(label), text(fact)])) }
    if ('heading' in block) return { heading: text(block.heading) }
    if ('note' in block) return { note: text(block.note) }
    if ('button' in block) return { ...block, button: text(block.button) }
    if ('link' in block) return { ...block, link: text(block.link) }
    return block
  }
  const translatedTemplate = (template: Template): Template =>
    lacking(language, textsOfLetter(template)).length > 0
      ? template
      : {
          subject: text(template.subject),
          preview: text(template.preview),
          body: template.body.map(translatedBlock),
          foot: template.foot.map(text),
        }
  return {
    templates: Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, translatedTemplate(template)])),
    reasons: reasons.map((reason) => ({ ...reason, text: text(reason.text) })),
    ending: ending.map(translatedBlock),
  }
}
