import { Title } from 'react-admin'
import { texts } from '../texts/texts.ts'

type Words = { heading: string; text: string }

const CalmPage = ({ heading, text }: Words) => (
  <section className="desk-card">
    <Title title={heading} />
    <p>{text}</p>
  </section>
)

export const Denied = () => <CalmPage {...texts.denied} />
export const Lost = () => <CalmPage {...texts.lost} />
