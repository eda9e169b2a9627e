from typing import Any

from django.db import migrations, models

from webapp.retrieval.named_documents import named_documents, packed


def name_documents(apps: Any, _: Any) -> None:
    """Note which documents the answers name that are kept already."""
    calls = apps.get_model("retrieval", "AgentCall").objects
    for call in calls.only("pk", "arguments", "text", "is_error").iterator(chunk_size=100):
        calls.filter(pk=call.pk).update(
            documents="" if call.is_error else packed(named_documents(call.arguments, call.text))
        )


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0002_console")]

    operations = [
        migrations.AddField(
            model_name="agentcall",
            name="documents",
            field=models.TextField(blank=True, default="", help_text="Ids of the documents that it names."),
        ),
        migrations.RunPython(name_documents, migrations.RunPython.noop),
    ]
