import type { Question } from '../../content/schema/faq.ts'

/** Questions and their answers, for search engines (schema.org). */
export const questions = (faq: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
