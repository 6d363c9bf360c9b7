/** Replaces src/platform/lateStyles.ts. */
export const withLateStyles = <Part>(part: Promise<Part>): Promise<Part> => part
