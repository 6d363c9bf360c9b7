type Props = { state: string; text?: string }

/** The state of a record as a small mark. */
export const StateMark = ({ state, text = state }: Props) => (
  <span className={`desk-state desk-state-${state}`}>{text}</span>
)
