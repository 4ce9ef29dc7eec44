import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { subscribers } from '@ringside/core/contract/subscribers/subscriber.ts';
import { users } from '@ringside/core/contract/access/user.ts';
import { Link } from '@tanstack/react-router';
import { Headset, ListOrdered, Phone, Users } from 'lucide-react';
import { ResourceList } from '../../data/list/ResourceList.tsx';
import links from '../../ui/links.module.css';

interface Props {
  readonly customerId: string;
}

export function CustomerSubscribers({ customerId }: Props) {
  return (
    <ResourceList
      resource={subscribers}
      icon={Phone}
      fixed={{ customerId }}
      columns={['extension', 'name', 'serverName', 'status', 'userName']}
      cells={{
        extension: (row) => (
          <Link to="/subscribers/$subscriber" params={{ subscriber: row.id }} className={links['link']}>
            <bdi dir="ltr">{row.extension}</bdi>
          </Link>
        ),
      }}
    />
  );
}

export function CustomerCallcenters({ customerId }: Props) {
  return (
    <ResourceList
      resource={callcenters}
      icon={Headset}
      fixed={{ customerId }}
      columns={['name', 'code', 'status', 'slaTargetSeconds', 'queueCount']}
      cells={{
        name: (row) => (
          <Link to="/callcenters/$callcenter" params={{ callcenter: row.id }} className={links['link']}>
            <bdi>{row.name}</bdi>
          </Link>
        ),
      }}
    />
  );
}

export function CustomerQueues({ customerId }: Props) {
  return (
    <ResourceList
      resource={queues}
      icon={ListOrdered}
      fixed={{ customerId }}
      columns={['name', 'label', 'callcenterName', 'serverName']}
      cells={{
        name: (row) => (
          <Link to="/queues" search={{ customerId, q: row.name }} className={links['link']}>
            <bdi dir="ltr">{row.name}</bdi>
          </Link>
        ),
      }}
    />
  );
}

export function CustomerUsers({ customerId }: Props) {
  return (
    <ResourceList
      resource={users}
      icon={Users}
      fixed={{ customerId }}
      columns={['username', 'firstname', 'lastname', 'role', 'status', 'lastLoginAt']}
      cells={{
        username: (row) => (
          <Link to="/users/$user" params={{ user: row.id }} className={links['link']}>
            <bdi>{row.username}</bdi>
          </Link>
        ),
      }}
    />
  );
}
