import { Ask } from './Ask.tsx'

type Props = {
  label: string
  question: string
  about?: string
  disabled?: boolean
  isDangerous?: boolean
  onSure: () => Promise<string>
}

/** Asks once more before it happens. */
export const SureButton = ({ question, ...ask }: Props) => (
  <Ask {...ask}>
    <p>{question}</p>
  </Ask>
)
