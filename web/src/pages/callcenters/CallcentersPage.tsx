export function CallcentersPage() {
  return null;
}
