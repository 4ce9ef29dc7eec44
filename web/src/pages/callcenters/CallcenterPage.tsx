export function CallcenterPage() {
  return null;
}
