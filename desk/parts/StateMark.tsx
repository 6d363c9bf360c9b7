/** The state of a record as a small mark. */
export const StateMark = ({ state, text = state }: { state: string; text?: string }) => (
  <span className={`desk-state desk-state-${state}`}>{text}</span>
)
