export function AddCallcenterPage() {
  return null;
}
