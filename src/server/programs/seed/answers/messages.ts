import { person, privateDomain } from '../people.ts'
import { maybe, nth, type Writer } from './answered.ts'

const messages = [
  [
    'Can two of us apply with different ideas?',
    'We are flatmates and both want to apply to the studio, each with an idea of our own. Does one application hurt the other?',
  ],
  [
    'A room for a meet-up',
    'Our group of women who write software (about 35) looks for a room on the second Saturday of each month. We bring our own tea and leave it clean.',
  ],
  [
    'Question about equity',
    'Your page says 6-8 % for the accelerator. Is that for money, for the program, or for both? Please a plain answer, we have a lawyer but would like to save him for later.',
  ],
  [
    'Interview for our college magazine',
    'I write for our college magazine and would like to ask one of your founders five questions about failing. Twenty minutes by phone. I have read the blog and will not ask what a startup is.',
  ],
  ['தமிழில் விண்ணப்பிக்கலாமா?', 'வணக்கம். விண்ணப்பத்தின் பதில்களைத் தமிழில் எழுதலாமா? எங்கள் நிறுவனர் ஆங்கிலத்தில் எழுதுவதைவிடத் தமிழில் தெளிவாகச் சொல்வார்.'],
  ['Subscribe for Updates', 'Please tell me when the next article on hiring comes out.'],
  [
    'We are closing. Thank you.',
    'We were in the second cohort. We are closing at the end of the month, everyone is paid, and I wanted you to hear it from me. The numbers for the others are attached to nothing, I will simply tell them if they call. It was worth it 🙏',
  ],
  ['Wrong date on the page?', 'Cohort 6 says 15 Dec 2025 and a friend was told the 20th. Which is it?'],
  [
    'Volunteering as a mentor',
    'I ran plants for a pump maker for 28 years and retired in June. I know castings, vendors and unions, and nothing about apps. If that is of use, I am free on Tuesdays.',
  ],
  [
    'Accessibility of the form',
    'I use a screen reader. The application read well until the question about cohorts, where the help text came before the label. Everything else was the best that I have met. Thank you for the labels.',
  ],
  ['Visit with a class', 'May eighteen students of class XI and two teachers visit one morning in January?'],
  ['Invoice address', 'Please send us your GST number and the address for the invoice of the mentors’ dinner.'],
] as const

export const contact: Writer = (chance, _form, n) => {
  const [subject, message] = nth(messages, n)
  const who = person(chance, privateDomain(chance))
  return { name: who.name, email: who.email, phone: maybe(chance, 0.4, who.phone), subject, message }
}
