import { MailTrouble, Warnings } from './MailTrouble.tsx'
import { ParkedMail } from './ParkedMail.tsx'

/** What is wrong with the mail, or with this installation. @param open opens an application */
export const MailAlarms = ({ open }: { open(applicationId: string): void }) => (
  <>
    <MailTrouble />
    <Warnings />
    <ParkedMail open={open} />
  </>
)
