import { Title } from 'react-admin'
import { t } from '../i18n.ts'

const CalmPage = ({ about }: { about: 'denied' | 'lost' }) => (
  <section className="desk-card">
    <Title title={t(`${about}.heading`)} />
    <p>{t(`${about}.text`)}</p>
  </section>
)

export const Denied = () => <CalmPage about="denied" />
export const Lost = () => <CalmPage about="lost" />
