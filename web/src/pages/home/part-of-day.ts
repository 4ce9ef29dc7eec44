/** For the greeting: 5 to 12, 12 to 18, and the rest. */
export const partOfDay = (hour: number): 'morning' | 'afternoon' | 'evening' => {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
};
